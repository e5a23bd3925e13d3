"""Browsers whose storage is forbidden, as by a school's rules for browsers, or full."""

FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"]) {
  const get = () => { throw new DOMException("The storage is forbidden.", "SecurityError"); };
  Object.defineProperty(window, name, { get });
}"""
FULL = """Storage.prototype.setItem = () => {
  throw new DOMException("The storage is full.", "QuotaExceededError");
};"""
