/** A contact of a domain beside its registrant (RFC 5731 section 2.2): `admin`, `billing` or `tech`, and its identifier. */
export interface DomainContact<Type extends string = string> {
  readonly type: Type
  readonly id: string
}
