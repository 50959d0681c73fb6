import { faultOfOwnHtml } from './own-html'

it.each([
  ['<p style="color: #333">Hello, <a href="{{link}}" title="{{domain}}">{{link}}</a></p>'],
  ["<p>1 < 2 {{domain}}</p><img src='https://names.example/logo.png' alt='{{account}}'>"],
])('accepts %s', (html) => {
  expect(faultOfOwnHtml(html)).toBeUndefined()
})

it.each([
  ['<p>\n<script>alert(1)</script>', 2, '<script is not allowed'],
  ['<p onclick="x()">', 1, '<p onclick= is not allowed'],
  ['<a href="javascript:x()">', 1, 'javascript: is not allowed'],
  ['\n\n<FORM action="x">', 3, '<FORM is not allowed'],
  ['<p>\n<a title={{domain}}>', 2, 'a variable in an HTML tag must be in quotes'],
  ['<{{domain}}>', 1, 'a variable in an HTML tag must be in quotes'],
])('refuses %s and says the line', (html, line, problem) => {
  expect(faultOfOwnHtml(html)).toMatchObject({ line, problem })
})
