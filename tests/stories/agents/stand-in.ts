/** In the place of an agent: calls until it is refused, or waits for a signal. Exits 7 or 9. */
const { ANTHROPIC_BASE_URL, ANTHROPIC_AUTH_TOKEN, ANTHROPIC_MODEL } = process.env

async function call(): Promise<boolean> {
  const response = await fetch(`${ANTHROPIC_BASE_URL}/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ANTHROPIC_AUTH_TOKEN}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      model: ANTHROPIC_MODEL,
      max_tokens: 100,
      stream: true,
      messages: [{ role: 'user', content: process.argv.at(-1) }],
    }),
  })
  await response.text()
  return response.ok
}

if (process.argv.at(-1) === 'wait') {
  process.on('SIGTERM', () => process.exit(9))
  process.stdout.write('ready\n')
  setInterval(() => {}, 1000)
} else {
  let calls = 0
  while (calls < 20 && (await call())) calls += 1
  process.stdout.write(`${calls} calls\n`)
  process.exit(7)
}

export {}
