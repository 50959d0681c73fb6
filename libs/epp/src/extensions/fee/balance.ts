import type { Answer } from '../../answer'
import { ElementReader } from '../../element-reader'
import { optionalDecimal } from './amounts'
import { feeVersions } from './versions'

/** Our balance at the registry, in an answer to any command (RFC 8748 sections 3.5 and 3.6). Decimals as texts. */
export interface Balance {
  readonly currency: string | undefined
  readonly balance: string | undefined
  readonly creditLimit: string | undefined
}

/** Reads the balance of an answer; undefined when it has neither a balance nor a credit limit. */
export function balanceIn({ extension }: Pick<Answer, 'extension'>): Balance | undefined {
  const data = extension.find(({ ns }) => feeVersions.includes(ns))
  if (!data) return undefined
  const reader = new ElementReader(data)
  const balance = optionalDecimal(reader, 'balance')
  const creditLimit = optionalDecimal(reader, 'creditLimit')
  if (balance === undefined && creditLimit === undefined) return undefined
  return { currency: reader.optionalToken('currency'), balance, creditLimit }
}
