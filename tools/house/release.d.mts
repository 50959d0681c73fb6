/** The state of a checkout, as the rules of a release read it. */
export interface Release {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly today: string
  readonly changelog: string
  readonly chart: string
  readonly dockerfile: string
  readonly workflow: string
  readonly released: string
  readonly description: string
  readonly uncommitted: readonly string[]
  readonly tagged: string | undefined
  readonly head: string
  readonly changedMigrations: readonly string[]
}

export function releaseAt(root: string): Release

/** What keeps a checkout from being released, a sentence each. */
export function problemsOf(release: Release): readonly string[]
