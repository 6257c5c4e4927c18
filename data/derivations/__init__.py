"""Files that are made from other files, byte for byte: one module for each way of making them.

Each has `derive(source, target, **options)`, from a path to a path. The register says which file a
derived one is made from, and its SHA-256 proves that it is the publisher's.
"""
