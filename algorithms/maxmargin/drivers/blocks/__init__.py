"""The driver for patterns that do not fit into memory. It reads them block by block."""
