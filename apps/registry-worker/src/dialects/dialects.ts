import type { Dialect } from './dialect'

/** Every dialect of the worker, by name. */
export class Dialects {
  private readonly byName: ReadonlyMap<string, Dialect>

  constructor(readonly all: readonly Dialect[]) {
    this.byName = new Map(all.map((each) => [each.name, each]))
    if (this.byName.size < all.length) throw new Error('two dialects have the same name')
  }

  /** Returns the dialect of that name; undefined when there is none. */
  find(name: string): Dialect | undefined {
    return this.byName.get(name)
  }

  get names(): readonly string[] {
    return [...this.byName.keys()]
  }
}
