/**
 * Mnemonics and codes of types (IANA registry "Resource Record (RR) TYPEs"): those that zones can have here, and those
 * that name servers know and that have no table here.
 */
const codes: Readonly<Record<string, number>> = {
  A: 1, NS: 2, MD: 3, MF: 4, CNAME: 5, SOA: 6, MB: 7, MG: 8, MR: 9, NULL: 10, WKS: 11, PTR: 12, HINFO: 13, MINFO: 14,
  MX: 15, TXT: 16, RP: 17, AFSDB: 18, X25: 19, ISDN: 20, RT: 21, NSAP: 22, 'NSAP-PTR': 23, SIG: 24, KEY: 25, PX: 26,
  GPOS: 27, AAAA: 28, LOC: 29, NXT: 30, EID: 31, NIMLOC: 32, SRV: 33, ATMA: 34, NAPTR: 35, KX: 36, CERT: 37, A6: 38,
  DNAME: 39, SINK: 40, OPT: 41, APL: 42, DS: 43, SSHFP: 44, IPSECKEY: 45, RRSIG: 46, NSEC: 47, DNSKEY: 48, DHCID: 49,
  NSEC3: 50, NSEC3PARAM: 51, TLSA: 52, SMIMEA: 53, HIP: 55, NINFO: 56, RKEY: 57, TALINK: 58, CDS: 59, CDNSKEY: 60,
  OPENPGPKEY: 61, CSYNC: 62, ZONEMD: 63, SVCB: 64, HTTPS: 65, SPF: 99, UINFO: 100, UID: 101, GID: 102, UNSPEC: 103,
  NID: 104, L32: 105, L64: 106, LP: 107, EUI48: 108, EUI64: 109, TKEY: 249, TSIG: 250, IXFR: 251, AXFR: 252,
  MAILB: 253, MAILA: 254, ANY: 255, URI: 256, CAA: 257, AVC: 258, DOA: 259, AMTRELAY: 260, TA: 32768, DLV: 32769,
} // prettier-ignore

const mnemonics = new Map(Object.entries(codes).map(([mnemonic, code]) => [code, mnemonic]))

/** Returns the name of a type: its mnemonic, or `TYPE` and its number (RFC 3597 section 5). */
export function mnemonicOf(code: number): string {
  return mnemonics.get(code) ?? `TYPE${code}`
}

/** Returns the code of a mnemonic, or of `TYPE` and a number, in capitals. */
export function codeOf(mnemonic: string): number | undefined {
  const numbered = /^TYPE(\d{1,5})$/.exec(mnemonic)
  if (numbered === null) return Object.hasOwn(codes, mnemonic) ? codes[mnemonic] : undefined
  const code = Number(numbered[1])
  return code <= 0xffff ? code : undefined
}

/**
 * Whether a code without a mnemonic is a data type. Not data: 0 and 65535, and the types of questions and messages
 * (RFC 6895 3.1). PowerDNS uses 65400 to 65402 for its own ADDR, ALIAS and LUA; LUA runs code.
 */
export function isData(code: number): boolean {
  if (code >= 128 && code <= 255) return false
  return code > 0 && code < 65_535 && !(code >= 65_400 && code <= 65_402)
}
