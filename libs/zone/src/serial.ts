/** The serial of a version of a zone: the version modulo 2^32, as serials have 32 bits (RFC 1982). */
export function serialOf(version: bigint): number {
  return Number(BigInt.asUintN(32, version))
}

/** Whether a serial equals another one or is later, in the arithmetic of RFC 1982 section 3.2. */
export function isAtLeast(serial: number, other: number): boolean {
  return (serial - other) >>> 0 < 2 ** 31
}

/** The first version after `version` whose serial is later than `servedSerial`. */
export function versionAfter(version: bigint, servedSerial: number): bigint {
  return version + BigInt((servedSerial - serialOf(version)) >>> 0) + 1n
}
