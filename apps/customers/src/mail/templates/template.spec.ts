import { compileTemplate, TemplateFault } from './template'

const names = new Set(['domain', 'day', 'is_renewed', 'link'])
const compile = (source: string, form: 'html' | 'text' = 'text') => compileTemplate(source, names, form)

function faultOf(source: string): TemplateFault {
  try {
    compile(source)
  } catch (error) {
    if (error instanceof TemplateFault) return error
    throw error
  }
  throw new Error('the template compiles')
}

it('prints variables, and sections whose value is true', () => {
  const print = compile(
    '{{domain}} ends on {{ day }}.\n{{#is_renewed}}\nIt is renewed.\n{{/is_renewed}}\n{{^is_renewed}}\nRenew it!\n{{/is_renewed}}',
  )
  expect(print({ domain: 'example.com', day: '2028-01-31', is_renewed: true })).toBe(
    'example.com ends on 2028-01-31.\nIt is renewed.\n',
  )
  expect(print({ domain: 'example.com', day: '2028-01-31', is_renewed: false })).toContain('Renew it!')
})

it('escapes values in HTML and leaves text as it is', () => {
  const values = { domain: '<b title="x">A & B</b>' }
  expect(compile('<p>{{domain}}</p>', 'html')(values)).toBe('<p>&lt;b title=&quot;x&quot;&gt;A &amp; B&lt;/b&gt;</p>')
  expect(compile('{{domain}}')(values)).toBe(values.domain)
})

it.each([
  ['an unknown variable', 'a\nb {{owner}}', 2, 'the variable owner is unknown'],
  ['a name that all objects have', '{{constructor}}', 1, 'the variable constructor is unknown'],
  ['a path', '{{domain.length}}', 1, 'the variable domain.length is unknown'],
  ['an unknown variable in a section', '{{#domain}}\n\n{{x}}{{/domain}}', 3, 'the variable x is unknown'],
  ['a section that is not closed', 'a\n{{#domain}}\nb\n', 2, 'the section domain is not closed: add {{/domain}}'],
  ['a section that is not opened', 'a\n\n{{/domain}}', 3, 'the section domain is closed but not opened'],
  ['a tag without an end', 'a\nb {{domain\nc', 2, 'a tag has no end: add }}'],
  ['a value that is not escaped', '\n{{{domain}}}', 2, '{{{domain}}} is not allowed: write {{domain}}'],
  ['another way to escape nothing', '{{&domain}}', 1, '{{{domain}}} is not allowed: write {{domain}}'],
  ['a partial', '{{> domain}}', 1, '{{>domain}} is not allowed: a mail has no partials'],
  ['other delimiters', '{{=<% %>=}}\n<% domain %>', 1, 'other delimiters than {{ and }} are not allowed'],
])('refuses %s and says the line', (_, source, line, problem) => {
  expect(faultOf(source)).toMatchObject({ line, problem })
})

it('refuses a template that is too long or has too many tags', () => {
  expect(faultOf('x'.repeat(20_001)).problem).toBe('has more than 20000 characters')
  expect(faultOf('{{day}}\n'.repeat(201))).toMatchObject({ line: 201, problem: 'has more than 200 tags' })
})

it('cuts long values and takes the empty text for absent ones', () => {
  expect(compile('{{domain}}{{day}}')({ domain: 'x'.repeat(10_000) })).toBe(`${'x'.repeat(499)}…`)
})

it('prints a value that looks like a template as it is', () => {
  expect(compile('{{domain}}')({ domain: '{{day}}', day: 'x' })).toBe('{{day}}')
})
