/**
 * Three views of a source text, each as long as the text and with its line ends, so that an
 * offset means the same place in all of them. Rules look where they mean to look: a banned
 * word in a string is not code, and `//` in a URL is not a comment.
 */
export interface Views {
  /** Without comments and without what is inside quotes. */
  readonly code: string
  /** Only what is inside quotes and templates. */
  readonly strings: string
  readonly comments: string
}

type Kind = keyof Views

const REGEX_MAY_FOLLOW =
  /(?:^|[(,=:[!&|?{};+\-*%~^]|\b(?:return|typeof|case|in|of|do|else|await|yield|throw))\s*$/

export function viewsOf(text: string): Views {
  const kinds = new Array<Kind>(text.length).fill('code')
  const mark = (from: number, to: number, kind: Kind): void => {
    kinds.fill(kind, from, to)
  }
  // One entry per open `${`: how many braces are open inside it.
  const templates: number[] = []
  let at = 0
  while (at < text.length) {
    const end = tokenEnd(text, at, templates, mark)
    at = Math.max(end, at + 1)
  }
  const only = (kind: Kind): string => {
    let view = ''
    for (let index = 0; index < text.length; index += 1) {
      const char = text.charAt(index)
      view += char === '\n' || kinds[index] === kind ? char : ' '
    }
    return view
  }
  return { code: only('code'), strings: only('strings'), comments: only('comments') }
}

type Mark = (from: number, to: number, kind: Kind) => void

/** Marks the comment, string or regular expression that starts here; returns where it ends. */
function tokenEnd(text: string, at: number, templates: number[], mark: Mark): number {
  const char = text.charAt(at)
  const pair = text.slice(at, at + 2)
  if (pair === '//') return marked(at, lineEnd(text, at), 'comments', mark)
  if (pair === '/*') return marked(at, closing(text, at + 2, '*/'), 'comments', mark)
  if (char === "'" || char === '"') return quotedEnd(text, at, mark)
  if (char === '`') return templateEnd(text, at + 1, templates, mark)
  if (char === '/' && startsRegex(text, at)) return regexEnd(text, at, mark)
  const depth = templates.at(-1)
  if (depth === undefined) return at + 1
  if (char === '{') templates[templates.length - 1] = depth + 1
  if (char === '}') {
    if (depth === 0) {
      templates.pop()
      return templateEnd(text, at + 1, templates, mark)
    }
    templates[templates.length - 1] = depth - 1
  }
  return at + 1
}

function marked(from: number, to: number, kind: Kind, mark: Mark): number {
  mark(from, to, kind)
  return to
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function closing(text: string, from: number, mark: string): number {
  const end = text.indexOf(mark, from)
  return end < 0 ? text.length : end + mark.length
}

/** A quote without its partner on the line is an apostrophe in JSX text. */
function quotedEnd(text: string, at: number, mark: Mark): number {
  const quote = text.charAt(at)
  const limit = lineEnd(text, at)
  for (let index = at + 1; index < limit; index += 1) {
    if (text.charAt(index) === '\\') index += 1
    else if (text.charAt(index) === quote) {
      mark(at + 1, index, 'strings')
      return index + 1
    }
  }
  return at + 1
}

function templateEnd(text: string, from: number, templates: number[], mark: Mark): number {
  for (let index = from; index < text.length; index += 1) {
    if (text.charAt(index) === '\\') index += 1
    else if (text.charAt(index) === '`') {
      mark(from, index, 'strings')
      return index + 1
    } else if (text.startsWith('${', index)) {
      mark(from, index, 'strings')
      templates.push(0)
      return index + 2
    }
  }
  return text.length
}

function startsRegex(text: string, at: number): boolean {
  if (text.charAt(at + 1) === '>') return false
  return REGEX_MAY_FOLLOW.test(text.slice(Math.max(0, at - 40), at))
}

function regexEnd(text: string, at: number, mark: Mark): number {
  const limit = lineEnd(text, at)
  let inClass = false
  for (let index = at + 1; index < limit; index += 1) {
    const char = text.charAt(index)
    if (char === '\\') index += 1
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) {
      mark(at + 1, index, 'strings')
      return index + 1
    }
  }
  return at + 1
}
