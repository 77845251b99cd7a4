/**
 * A page that shows the API document. Self-contained: nothing comes from elsewhere, and its
 * script is a file of ours, so that the content policy can forbid inline scripts.
 */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<link rel="stylesheet" href="/api/docs.css">
<script type="module" src="/api/docs.js"></script>
</head>
<body>
<header><h1>Management API</h1><input id="filter" type="search" placeholder="Filter"
  aria-label="Filter calls"><a href="/api/openapi.json">openapi.json</a></header>
<main id="calls"><noscript>This page needs JavaScript.</noscript></main>
</body>
</html>
`

export const DOCS_STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 0 1rem 4rem; }
header { display: flex; gap: 1rem; align-items: center; flex-wrap: wrap; }
h1 { font-size: 1.4rem; }
#filter { flex: 1; min-width: 10rem; padding: .4rem .6rem; font: inherit; }
details { border-top: 1px solid #8884; } summary { cursor: pointer; padding: .5rem 0; }
code, pre { font: 13px/1.45 ui-monospace, monospace; } pre { overflow: auto; padding: .8rem;
  background: #8881; border-radius: 6px; }
.method { display: inline-block; width: 4.6rem; font-weight: 600; }
.summary { color: color-mix(in srgb, CanvasText 62%, Canvas); }
`

export const DOCS_SCRIPT = `const calls = document.getElementById('calls')
const filter = document.getElementById('filter')

function node(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

function section(title, value) {
  if (value === undefined || value.length === 0) return ''
  const text = JSON.stringify(value, null, 2)
  return node('div', {}, node('h4', { textContent: title }), node('pre', { textContent: text }))
}

function show(method, path, operation) {
  const [answer] = Object.values(operation.responses['200'].content)
  const body = operation.requestBody?.content['application/json'].schema
  const head = node('summary', {},
    node('span', { className: 'method', textContent: method.toUpperCase() }),
    node('code', { textContent: path }), ' ',
    node('span', { className: 'summary', textContent: operation.summary }))
  return node('details', { id: operation.operationId }, head,
    node('p', { textContent: operation.description }),
    section('Parameters', operation.parameters), section('Body', body),
    section('Example answer', answer.example), section('Answer', answer.schema))
}

const answer = await fetch('/api/openapi.json')
const { paths } = await answer.json()
const shown = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => show(method, path, operation)))
calls.replaceChildren(...shown)
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase()
  for (const call of shown) {
    const head = call.firstElementChild.textContent.toLowerCase()
    call.hidden = !head.includes(words)
  }
})
`
