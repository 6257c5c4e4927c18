"""Plans the batches of runs, the problems and the files that a config asks for."""
