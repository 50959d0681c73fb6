import type { EntitySchema } from 'typeorm'
import { join, raw, sql, type Placeholders, type Sql } from './statement'

/** An entity as parameters of a statement. Its lists are columns of the type `jsonb`, and are given as text. */
export type Written<Entity> = {
  readonly [Property in keyof Entity]: Entity[Property] extends readonly unknown[] ? string : Entity[Property]
}

type Columns<Entity> = readonly (readonly [property: keyof Entity & string, column: string, isJson: boolean])[]

/**
 * The columns of an entity in statements that read or write whole rows: prepared once, where TypeORM builds and PostgreSQL
 * parses the text each time.
 */
export class WholeRows<Entity extends object> {
  private readonly columns: Columns<Entity>

  constructor(schema: EntitySchema<Entity>) {
    this.columns = Object.entries(schema.options.columns).map(([property, column]) => {
      const { name = property, type } = column as { readonly name?: string; readonly type: unknown }
      return [property as keyof Entity & string, name, type === 'jsonb'] as const
    })
  }

  /** The columns of a table, each named as its property after a prefix. */
  selected(table: string, prefix = ''): Sql {
    return raw(this.columns.map(([property, column]) => `${table}.${column} as "${prefix}${property}"`).join(', '))
  }

  /** The columns without the left out ones, for the target of a write. */
  written(...leftOut: readonly (keyof Entity)[]): Sql {
    return raw(
      this.without(leftOut)
        .map(([, column]) => column)
        .join(', '),
    )
  }

  /** Their parameters, in the same order. */
  values<Given extends keyof Entity>(
    given: Placeholders<Pick<Entity, Given>>,
    ...leftOut: readonly (keyof Entity)[]
  ): Sql {
    return join(this.without(leftOut).map(([property]) => sql`${given[property as Given & string]}`))
  }

  /** The values of a row as parameters: `pg` would take a list for an array. */
  given<Row extends Partial<Entity>>(row: Row): Written<Row> {
    const json = this.columns.filter(([property, , isJson]) => isJson && row[property] != null)
    const texts = Object.fromEntries(json.map(([property]) => [property, JSON.stringify(row[property])]))
    return { ...row, ...texts } as Written<Row>
  }

  /** Takes the properties with a prefix from a row that was read. */
  taken(row: Readonly<Record<string, unknown>>, prefix: string): Entity {
    return Object.fromEntries(this.columns.map(([property]) => [property, row[prefix + property]])) as Entity
  }

  private without(leftOut: readonly (keyof Entity)[]): Columns<Entity> {
    return this.columns.filter(([property]) => !leftOut.includes(property))
  }
}
