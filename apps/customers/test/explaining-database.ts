import { Database } from '@nameyard/persistence/database'
import { queryOf } from '@nameyard/persistence/statement'

/** Reads as the service does, and records the plan of every statement. */
export class ExplainingDatabase extends Database {
  readonly plans: string[] = []

  override async read(...asked: Parameters<typeof queryOf>): Promise<never[]> {
    const { text, values } = queryOf(...asked)
    const plan: Record<string, string>[] = await this.dataSource.query(`explain ${text}`, values)
    this.plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'))
    return this.dataSource.query(text, values)
  }
}
