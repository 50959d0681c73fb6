import { Database } from '@nameyard/persistence/database'

/** Reads as the service does, and keeps the plan of every statement beside. */
export class ExplainingDatabase extends Database {
  readonly plans: string[] = []

  override async read<Row extends object>(
    statement: { text: string },
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const plan: Record<string, string>[] = await this.dataSource.query(`explain ${statement.text}`, [...values])
    this.plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'))
    return this.dataSource.query(statement.text, [...values])
  }
}
