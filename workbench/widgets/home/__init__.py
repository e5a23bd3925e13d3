"""The pages without a kernel: the first page, and the one for teachers."""
