"""Compiling: loops bound to rules and storages, the cache on disk, and what a loop depends on."""
