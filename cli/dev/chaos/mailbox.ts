/** A mail server that hands out the text of what it gets. */
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Mailbox {
  /** Options that make a gateway send its mail here. */
  readonly options: Readonly<Record<string, string>>
  /** The plain text of the next mail. */
  next(): Promise<string>
  stop(): Promise<void>
}

export async function startMailbox(): Promise<Mailbox> {
  const mails: string[] = []
  const readers: ((text: string) => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = plainText(Buffer.concat(chunks).toString('utf8'))
        const reader = readers.shift()
        if (reader === undefined) mails.push(text)
        else reader(text)
        done()
      })
    },
  })
  server.on('error', () => {})
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  const net = server.listen(0, '127.0.0.1', resolve)
  const sockets = new Set<Socket>()
  net.on('connection', (socket: Socket) => sockets.add(socket))
  await listening
  const address = net.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    options: {
      SMTPServer: '127.0.0.1',
      SMTPPort: String(address.port),
      SMTPAccount: 'gateway@example.com',
      SMTPFrom: 'gateway@example.com',
    },
    next: () => {
      const mail = mails.shift()
      return mail === undefined
        ? new Promise((resolve) => readers.push(resolve))
        : Promise.resolve(mail)
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

/** The decoded text part; a code survives quoted-printable as it is. */
function plainText(raw: string): string {
  const part = raw.split(/\r?\n--/).find((each) => /content-type: text\/plain/i.test(each)) ?? raw
  const [head = '', ...rest] = part.split(/\r?\n\r?\n/)
  const body = rest.join('\n\n')
  return /content-transfer-encoding: base64/i.test(head)
    ? Buffer.from(body, 'base64').toString('utf8')
    : body
}
