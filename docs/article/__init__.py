"""The replication article in ReScience's form: its text, its macros and its command."""
