import { filterOf, LogLines, type LogFilter } from './log-lines'

const all: LogFilter = { services: [], level: 'info', text: '' }

function shown(filter: LogFilter, ...lines: string[]): string {
  const log = new LogLines(filter, false)
  for (const line of lines) log.write(`${line}\n`)
  return String(log.read() ?? '')
}

const line = (service: string, fields: object) =>
  `${service} | ${JSON.stringify({ level: 30, time: 0, pid: 7, hostname: 'h', name: service, ...fields })}`

it('shows time, service, message and fields of a line', () => {
  expect(shown(all, line('dns', { msg: 'zone published', zone: 'example.com', serial: 7 }))).toBe(
    '00:00:00.000 dns              zone published zone=example.com serial=7\n',
  )
})

it('shows the level when it is not info, and the stack of an error below', () => {
  const text = shown(all, line('orders', { level: 50, msg: 'failed', err: { stack: 'Error: x\n    at y' } }))
  expect(text).toBe('00:00:00.000 orders           error failed\nError: x\n    at y\n')
})

it('shows only the chosen services, levels and texts', () => {
  const lines = [
    line('dns', { msg: 'one' }),
    line('orders', { msg: 'two' }),
    line('orders', { level: 40, msg: 'three' }),
  ]
  expect(shown({ ...all, services: ['dns'] }, ...lines)).toContain('one')
  expect(shown({ ...all, services: ['dns'] }, ...lines)).not.toContain('two')
  expect(shown({ ...all, level: 'warn' }, ...lines)).not.toMatch(/one|two/)
  expect(shown({ ...all, text: 'three' }, ...lines)).toMatch(/^[^\n]*three\n$/)
})

it('shows a line that is not JSON unchanged', () => {
  expect(shown(all, 'gateway | node: warning')).toContain('gateway          node: warning')
})

it("leaves out Node's lines about its debugger", () => {
  expect(shown(all, 'gateway | Debugger listening on ws://127.0.0.1:9230/7')).toBe('')
})

it('reads the filter from the command line and refuses unknown services and levels', () => {
  const services = ['dns', 'gateway']
  expect(filterOf(['--only', 'dns', '--level', 'debug', '--grep', 'x'], services)).toEqual({
    services: ['dns'],
    level: 'debug',
    text: 'x',
  })
  expect(() => filterOf(['--only', 'dsn'], services)).toThrow('--only names dsn, but the services are dns, gateway.')
  expect(() => filterOf(['--level', 'loud'], services)).toThrow('--level is loud')
})
