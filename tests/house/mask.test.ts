// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are source texts
import { describe, expect, test } from 'bun:test'
import { viewsOf } from '../tidy/mask'

const code = (text: string): string => viewsOf(text).code.replace(/ +/g, ' ').trim()
const strings = (text: string): string => viewsOf(text).strings.replace(/ +/g, ' ').trim()
const comments = (text: string): string => viewsOf(text).comments.replace(/ +/g, ' ').trim()

describe('the views of a source', () => {
  test('have its length and its lines', () => {
    const text = "const a = 'b' // c\n/* d\n e */ const f = `g\n${h}`\n"
    for (const view of Object.values(viewsOf(text))) {
      expect(view).toHaveLength(text.length)
      expect(view.split('\n')).toHaveLength(5)
    }
  })

  test('keep a comment mark inside a string a string', () => {
    expect(comments('const a = \'http://b\' + "/* no */"')).toBe('')
  })

  test('keep a quote inside a comment a comment', () => {
    expect(code("// don't\nconst a = 1")).toBe('const a = 1')
    expect(code("/* it's */ b()")).toBe('b()')
  })

  test('follow escapes', () => {
    expect(strings("const a = 'it\\'s' + b")).toBe("it\\'s")
    expect(strings('const a = `\\`x\\${y` + b')).toBe('\\`x\\${y')
  })

  test('see code inside a template, nested as it may be', () => {
    expect(code('`a${b + `c${d}e`}f` + g')).toContain('${b + ` ${d} `}')
    expect(code('`${{ a: 1 }.a} text` + b')).toBe('`${{ a: 1 }.a} ` + b')
  })

  test('tell a regular expression from a division', () => {
    expect(code('const a = /["/*]/g.test(b)')).toBe('const a = / /g.test(b)')
    expect(code("const a = b / c / 'd'.length")).toBe("const a = b / c / ' '.length")
    expect(code('return /[/"]/u')).toBe('return / /u')
  })

  test('let an apostrophe in JSX text be text', () => {
    expect(code("<p>don't</p>\nrun()")).toContain('run()')
  })

  test('survive a text that breaks off', () => {
    for (const text of ['`a', "'a", '/* a', '`${a', '/a', '${`']) {
      expect(viewsOf(text).code).toHaveLength(text.length)
    }
  })
})
