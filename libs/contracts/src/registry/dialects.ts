/** What a registry speaks. `rfc`: EPP as in the RFCs, with the EPP extensions that a record names. */
export const dialects = ['rfc'] as const

/** EPP extensions that commands of an extension (TLD) may use, by the name in their namespace. */
export const eppExtensions = [
  'rgp',
  'secDNS',
  'fee',
  'launch',
  'idn',
  'loginSec',
  'allocationToken',
  'changePoll',
] as const
