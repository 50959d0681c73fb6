import type { Client as Sql } from 'pg'

/** A timer of a domain that fired. */
export interface FiredTimer {
  readonly kind: string
  /** How long after its instant; negative for a timer that was early. In the time of the platform. */
  readonly lateSeconds: number
}

/**
 * Records from now on when timers fire: the worker deletes a timer and stages its event in one transaction. The outbox has the
 * time of the machine, and timers have the time of the platform.
 */
export async function recordTimers(sql: Sql): Promise<void> {
  await sql.query(`
    create schema prove;
    create table prove.fired (kind text not null, due_at timestamptz not null, fired_at timestamptz not null);
    create function prove.record_fired() returns trigger language plpgsql security definer as $$
    begin
      insert into prove.fired (kind, due_at, fired_at)
      values (new.payload::jsonb ->> 'kind', (new.payload::jsonb ->> 'dueAt')::timestamptz,
        new.created_at + coalesce((select ahead_ms from registry_worker.sandbox_clock), 0) * interval '1 millisecond');
      return null;
    end $$;
    create trigger record_fired after insert on registry_worker.outbox for each row
      when (new.message = 'registry.timer-due') execute function prove.record_fired()`)
}

/** Returns the timers that have fired since `recordTimers`. */
export async function firedTimers(sql: Sql): Promise<readonly FiredTimer[]> {
  const { rows } = await sql.query<FiredTimer>(
    `select kind, extract(epoch from fired_at - due_at)::float8 as "lateSeconds" from prove.fired`,
  )
  return rows
}
