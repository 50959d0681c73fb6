/** What the tests use of `dns-packet`, an independent DNS codec that ships no types. */
declare module 'dns-packet' {
  export interface Record {
    name: string
    type: string
    ttl?: number
    class?: string
    flush?: boolean
    data?: unknown
    udpPayloadSize?: number
    extendedRcode?: number
    flags?: number
    flag_do?: boolean
  }

  export interface Packet {
    id?: number
    type?: 'query' | 'response'
    flags?: number
    opcode?: string
    rcode?: string
    flag_qr?: boolean
    flag_aa?: boolean
    flag_tc?: boolean
    flag_rd?: boolean
    flag_ra?: boolean
    questions?: { name: string; type: string; class?: string }[]
    answers?: Record[]
    authorities?: Record[]
    additionals?: Record[]
  }

  export const RECURSION_DESIRED: number
  export const DNSSEC_OK: number
  export function encode(packet: Packet): Buffer
  export function decode(wire: Buffer): Packet
  export function streamEncode(packet: Packet): Buffer
  export function streamDecode(wire: Buffer): Packet
}
