"""The driver that always presents the pattern with the smallest product."""
