"""Makes data files from other data files, byte for byte: one module for each kind of derivation.

Each module has `derive(source, target, **options)`, which reads and writes a path. The register
names the source of each derived file. The SHA-256 in the register proves that the derived file is
equal to the publisher's file.
"""
