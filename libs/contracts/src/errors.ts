import { z } from 'zod'
import { errors } from './refusals'
import { fittingSentence, wholeSentence } from './sentence'

export { errors }

export type ErrorName = keyof typeof errors

/** Name of a refusal inside a message. */
export const errorName = z.string().refine((name): name is ErrorName => name in errors)

/**
 * Details of a refusal that fill its sentence; never a secret. The refusal of an order also has {@link OrderDetails}.
 */
export type RefusalDetails = Readonly<Record<string, string | number>>

/** The order behind a refusal, for problem documents. Parts are absent if unknown or without an order. */
export interface OrderDetails {
  /** Number of the domain that keeps the refused order, for `last-operation/restart`. */
  readonly domainId?: number
  readonly operationId?: string
  /** Result code of the registry (RFC 5730 section 3). */
  readonly registryCode?: number
  /** The text of the registry's answer. */
  readonly registryText?: string
}

/** One fault of an input: the path of the field (dotted, with indices) and what is wrong with it. */
export interface Fault {
  readonly path: string
  readonly problem: string
  /** Refusal of this fault alone, if it differs. */
  readonly refusal?: ErrorName
}

/** An expected "no". Travels across the broker as `{name, details, faults}` and becomes the envelope at the gateway. */
export class Refusal extends Error {
  constructor(
    readonly refusal: ErrorName,
    readonly details: RefusalDetails = {},
    readonly faults: readonly Fault[] = [],
  ) {
    super(describe(refusal, details))
    this.name = 'Refusal'
  }
}

/** Raises a refusal by its name in the catalogue. */
export function fail(refusal: ErrorName, details: RefusalDetails = {}, faults: readonly Fault[] = []): never {
  throw new Refusal(refusal, details, faults)
}

/**
 * The sentence of a refusal with its details filled in. Names over 40 characters are shortened with `…`. If `fits`
 * returns false, the sentence is shortened until it fits; the reason is shortened last.
 */
export function describe(
  refusal: ErrorName,
  details: RefusalDetails = {},
  fits?: (sentence: string) => boolean,
): string {
  return fittingSentence(errors[refusal].desc, details, fits)
}

/** The sentence of a refusal with all its details in full length. */
export function describeWhole(refusal: ErrorName, details: RefusalDetails = {}): string {
  return wholeSentence(errors[refusal].desc, details)
}
