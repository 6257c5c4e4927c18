"""Compiled code that is kept by several at once is each one's own."""

import time
from concurrent.futures import ThreadPoolExecutor

from numba.core.caching import IndexDataCacheFile

import maxmargin.compilation  # noqa: F401  lets one wait for the other


def test_two_that_keep_code_of_one_function_at_once(tmp_path, monkeypatch):
    load = IndexDataCacheFile._load_index

    def slowly(self):
        index = load(self)
        time.sleep(0.2)  # while the other one reads the same index
        return index

    monkeypatch.setattr(IndexDataCacheFile, "_load_index", slowly)
    code = {kind: f"code for {kind}" for kind in ("int", "float", "complex")}
    files = [IndexDataCacheFile(str(tmp_path), "function", "stamp") for _ in code]
    with ThreadPoolExecutor(len(code)) as pool:
        list(pool.map(IndexDataCacheFile.save, files, code, code.values()))
    assert {kind: files[0].load(kind) for kind in code} == code
