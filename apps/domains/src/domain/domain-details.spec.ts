import { commandsOfEach } from './domain-details'

it.each([
  [1, 100],
  [20, 100],
  [100, 20],
  [1000, 2],
])('shows of each of %i domains its last %i commands, so that an answer stays a few megabytes', (domains, commands) => {
  expect(commandsOfEach(domains)).toBe(commands)
})
