/** A public key of a zone (RFC 4034 section 2). */
interface ZoneKey {
  readonly flags: number
  readonly protocol: number
  readonly alg: number
  readonly pubKey: string
}

/** The two parts of a name in the terms of the API. */
export function partsOf(name: string): { name: string; extension: string } {
  const dot = name.indexOf('.')
  return { name: name.slice(0, dot), extension: name.slice(dot + 1) }
}

/** A nameserver in the terms of the API. */
export function nameserverOf({ name, ip, ip6 }: { name: string; ip?: string | undefined; ip6?: string | undefined }) {
  return { name, ...(ip !== undefined && { ip }), ...(ip6 !== undefined && { ip6 }) }
}

/** A key in the terms of the API. */
export function keyOf({ flags, protocol, alg, pubKey }: ZoneKey) {
  return { flags, protocol, alg, pub_key: pubKey }
}

/** A telephone number of the API in the form of RFC 5733: `+31.201234567`. */
export function phoneNumberOf({
  country_code: country = '',
  area_code: area = '',
  subscriber_number: number = '',
}: {
  readonly country_code?: string | undefined
  readonly area_code?: string | undefined
  readonly subscriber_number?: string | undefined
}): string {
  return `+${country.replace(/^\+/, '')}.${area}${number}`
}
