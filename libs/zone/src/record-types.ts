import { recordType, type RecordType } from './record-type'
import { a } from './record/a'
import { aaaa } from './record/aaaa'
import { afsdb } from './record/afsdb'
import { apl } from './record/apl'
import { caa } from './record/caa'
import { cdnskey } from './record/cdnskey'
import { cds } from './record/cds'
import { cert } from './record/cert'
import { cname } from './record/cname'
import { csync } from './record/csync'
import { dhcid } from './record/dhcid'
import { dname } from './record/dname'
import { dnskey } from './record/dnskey'
import { ds } from './record/ds'
import { eui48 } from './record/eui48'
import { eui64 } from './record/eui64'
import { hinfo } from './record/hinfo'
import { https } from './record/https'
import { ipseckey } from './record/ipseckey'
import { kx } from './record/kx'
import { l32 } from './record/l32'
import { l64 } from './record/l64'
import { loc } from './record/loc'
import { lp } from './record/lp'
import { mx } from './record/mx'
import { naptr } from './record/naptr'
import { nid } from './record/nid'
import { ns } from './record/ns'
import { openpgpkey } from './record/openpgpkey'
import { ptr } from './record/ptr'
import { rp } from './record/rp'
import { smimea } from './record/smimea'
import { soa } from './record/soa'
import { spf } from './record/spf'
import { srv } from './record/srv'
import { sshfp } from './record/sshfp'
import { svcb } from './record/svcb'
import { tlsa } from './record/tlsa'
import { txt } from './record/txt'
import { uri } from './record/uri'
import { zonemd } from './record/zonemd'
import { codeOf, isData, mnemonicOf } from './type-code'
import { unknownRdata } from './unknown-rdata'

const tables: ReadonlyMap<string, RecordType> = new Map(
  [
    a,
    aaaa,
    afsdb,
    apl,
    caa,
    cdnskey,
    cds,
    cert,
    cname,
    csync,
    dhcid,
    dname,
    dnskey,
    ds,
    eui48,
    eui64,
    hinfo,
    https,
    ipseckey,
    kx,
    l32,
    l64,
    loc,
    lp,
    mx,
    naptr,
    nid,
    ns,
    openpgpkey,
    ptr,
    rp,
    smimea,
    soa,
    spf,
    srv,
    sshfp,
    svcb,
    tlsa,
    txt,
    uri,
    zonemd,
  ].map((type) => [type.name, type]),
)

/**
 * Every type that a zone can have here, by mnemonic in capitals or by `TYPE` and its number (RFC 3597): types with a
 * table, and types without a mnemonic. Types with a mnemonic and no table are missing: some belong to the signer, to
 * messages or to the server itself, and RDATA of the others could not be validated.
 */
export const recordTypes = {
  /** Mnemonics of the types with a table. */
  names: [...tables.keys()] as readonly string[],

  get(mnemonic: string): RecordType | undefined {
    const table = tables.get(mnemonic)
    if (table !== undefined) return table
    const code = codeOf(mnemonic)
    if (code === undefined) return undefined
    const name = mnemonicOf(code)
    return tables.get(name) ?? (name.startsWith('TYPE') && isData(code) ? unknownType(name, code) : undefined)
  },
}

function unknownType(name: string, code: number): RecordType {
  return recordType({ name, code, fields: { rdata: unknownRdata }, unknown: true })
}
