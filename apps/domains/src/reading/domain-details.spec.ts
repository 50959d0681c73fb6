import { commandsOfEach } from './domain-details'

it.each([
  [1, 100],
  [20, 100],
  [100, 20],
  [1000, 2],
])(
  'for each of %i domains, the reply shows the last %i commands, so that it stays at a few megabytes',
  (domains, commands) => {
    expect(commandsOfEach(domains)).toBe(commands)
  },
)
