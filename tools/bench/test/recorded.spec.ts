import { newValues, pgbenchScript, statementsOf } from '../recorded.mjs'

const requestWith = (id: string, handle: string) => [
  { text: 'START TRANSACTION', values: [] },
  { text: 'insert into claim (key, name) values ($1, $2)', values: [id, "O'Brien: x"] },
  {
    text: 'insert into outbox (ids, payload) values ($1::uuid[], $2)',
    values: [`{"${id}"}`, `{"handle":"${handle}"}`],
  },
  { text: 'COMMIT', values: [] },
]
const first = requestWith('0199d2a0-1111-7000-8000-00000000000a', 'AL1-GB')
const second = requestWith('0199d2a0-2222-7000-8000-00000000000b', 'AL2-GB')
const ownWork = { text: 'select from due', values: [] }

describe('the statements of a recorded request', () => {
  it('leave out what not every request sent, and mark what identifies the request', () => {
    expect(statementsOf([[ownWork, ...first], second])).toEqual([
      first[0],
      { text: first[1]!.text, values: ['0199d2a0-1111-7000-8000-{{0}}', "O'Brien: x"] },
      { text: first[2]!.text, values: ['{"0199d2a0-1111-7000-8000-{{0}}"}', '{"handle":"AL1-GB"}'] },
      first[3],
    ])
  })

  it('are compared with the same statement of the other request, also when that sent one more often', () => {
    const claim = statementsOf([first, [second[1]!, ...second]]).find(({ text }) => text === first[1]!.text)
    expect(claim?.values[0]).toBe('0199d2a0-1111-7000-8000-{{0}}')
    const outbox = statementsOf([first, [second[0]!, ...second]]).find(({ text }) => text === first[2]!.text)
    expect(outbox?.values[1]).toBe('{"handle":"AL1-GB"}')
    expect(outbox?.values[0]).toBe('{"0199d2a0-1111-7000-8000-{{0}}"}')
  })

  it('mark each of several words of a value, and the same word alike everywhere', () => {
    const outbox = (...ids: string[]) => [
      { text: 'insert into outbox (ids) values ($1)', values: [`{"${ids.join('","')}"}`] },
    ]
    const [one, two] = ['0199d2a0-1111-7000-8000-00000000000a', '0199d2a0-2222-7000-8000-00000000000b']
    const [three, four] = ['0199d2a0-3333-7000-8000-00000000000c', 'AL100002-GB']
    expect(statementsOf([outbox(one, two, four), outbox(three, three, 'AL100003-GB')])[0]?.values).toEqual([
      '{"0199d2a0-1111-7000-8000-{{0}}","0199d2a0-2222-7000-8000-{{1}}","{{2}}"}',
    ])
    const [marked] = statementsOf([outbox(one, one), outbox(two, two)])
    expect(pgbenchScript([marked!], [['uuid[]']]).split('\n')[1]).toBe(
      `insert into outbox (ids) values ((E'{"0199d2a0-1111-7000-8000-' || lpad(to_hex(:n0::bigint), 12, '0') || E'","0199d2a0-1111-7000-8000-' || lpad(to_hex(:n0::bigint), 12, '0') || E'"}')::uuid[]);`,
    )
  })

  it('get the same new digits for the same mark within one repetition', () => {
    const [once, again] = [newValues(), newValues()]
    expect(once('a-{{0}}')).toMatch(/^a-[0-9a-f]{12}$/)
    expect(once('b-{{0}}').slice(2)).toBe(once('a-{{0}}').slice(2))
    expect(again('a-{{0}}')).not.toBe(once('a-{{0}}'))
  })

  it('are written for pgbench with the colons of their own texts escaped', () =>
    expect(pgbenchScript([{ text: `select to_char(now(), 'HH24:MI'), $1::text`, values: ['x'] }], [['text']])).toBe(
      `select to_char(now(), E'HH24\\x3aMI'), E'x'::text::text;\n`,
    ))

  it('are written for pgbench with typed expressions, and without colons that it takes for variables', () => {
    expect(pgbenchScript(statementsOf([first, second]), [[], ['uuid', 'text'], ['uuid[]', 'jsonb'], []])).toBe(
      [
        '\\set n0 random(0, 281474976710655)',
        'START TRANSACTION;',
        `insert into claim (key, name) values ((E'0199d2a0-1111-7000-8000-' || lpad(to_hex(:n0::bigint), 12, '0') || E'')::uuid, E'O''Brien\\x3a x'::text);`,
        `insert into outbox (ids, payload) values ((E'{"0199d2a0-1111-7000-8000-' || lpad(to_hex(:n0::bigint), 12, '0') || E'"}')::uuid[]::uuid[], E'{"handle"\\x3a"AL1-GB"}'::jsonb);`,
        'COMMIT;',
        '',
      ].join('\n'),
    )
  })
})
