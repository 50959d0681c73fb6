import { Refusal } from '../model/result'
import type { Markup } from '../xml/write'

/** A refusal that a registry explains in an extension of its own. */
export class ExplainedRefusal extends Refusal {
  constructor(
    readonly extension: Markup,
    ...refusal: ConstructorParameters<typeof Refusal>
  ) {
    super(...refusal)
  }
}
