import { base64, domainName, ipv4Address, ipv6Address, uint8, type FieldKind } from './field'
import { PresentationError } from './presentation'
import { WireError } from './wire'

/** The fields of an IPSECKEY record after the precedence (RFC 4025 section 2). Each one decides the form of the next. */
export interface IpsecGateway {
  readonly gatewayType: number
  readonly algorithm: number
  /** Absent for gateway type 0. */
  readonly gateway: string | Buffer | undefined
  /** Empty for algorithm 0 alone. */
  readonly key: Buffer
}

/** How a gateway is written, by its type (RFC 4025 section 2.3). */
const gateways: Readonly<Record<number, FieldKind<string | Buffer>>> = {
  1: ipv4Address as FieldKind<string | Buffer>,
  2: ipv6Address as FieldKind<string | Buffer>,
  3: domainName as FieldKind<string | Buffer>,
}

/**
 * `gatewayType algorithm gateway key` (RFC 4025 section 3.1). The gateway of type 0 is `.`, and PowerDNS writes none;
 * algorithm 0 has no key.
 */
export const ipsecGateway: FieldKind<IpsecGateway> = {
  parse(reader) {
    const gatewayType = uint8.parse(reader, 'gatewayType')
    const algorithm = uint8.parse(reader, 'algorithm')
    const kind = gateways[gatewayType]
    if (kind === undefined && gatewayType !== 0) {
      throw new PresentationError(`gatewayType ${gatewayType} is not a number from 0 to 3`)
    }
    const gateway = kind?.parse(reader, 'gateway')
    if (kind === undefined && reader.peek() === '.') reader.word('gateway')
    if (algorithm !== 0) return { gatewayType, algorithm, gateway, key: base64.parse(reader, 'key') }
    if (!reader.done) throw new PresentationError('algorithm 0 allows no key')
    return { gatewayType, algorithm, gateway, key: Buffer.alloc(0) }
  },
  print({ gatewayType, algorithm, gateway, key }, spelling) {
    const none = spelling.powerdns ? '' : '.'
    const shown = gateway === undefined ? none : gateways[gatewayType]!.print(gateway, spelling)
    return [String(gatewayType), String(algorithm), shown, base64.print(key, spelling)].filter(Boolean).join(' ')
  },
  write(writer, { gatewayType, algorithm, gateway, key }) {
    writer.uint8(gatewayType).uint8(algorithm)
    if (gateway !== undefined) gateways[gatewayType]!.write(writer, gateway)
    writer.bytes(key)
  },
  read(reader) {
    const gatewayType = reader.uint8()
    const algorithm = reader.uint8()
    const kind = gateways[gatewayType]
    if (kind === undefined && gatewayType !== 0) throw new WireError(`the gateway type ${gatewayType} is not known`)
    const gateway = kind?.read(reader)
    const key = reader.rest()
    if ((key.length === 0) !== (algorithm === 0)) throw new WireError('only algorithm 0 has no key')
    return { gatewayType, algorithm, gateway, key }
  },
}
