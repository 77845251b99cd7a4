/** A mail server that keeps what it gets. */
import { SMTPServer } from 'smtp-server'
import { waitUntil } from './wait-until'

export interface ReceivedMail {
  readonly from: string
  /** Recipients of the envelope. */
  readonly to: readonly string[]
  /** Header block and body, as sent. */
  readonly raw: string
  /** Decoded text part. */
  readonly text: string
  readonly subject: string
}

export interface SmtpSink {
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** The newest mail, once there are `count`. */
  mail(count?: number): Promise<ReceivedMail>
  /** Options that make a gateway send its mail here. */
  readonly options: Readonly<Record<string, unknown>>
  [Symbol.asyncDispose](): Promise<void>
}

export interface SinkOptions {
  readonly login?: { readonly user: string; readonly pass: string }
  /** TLS from the first byte, with a certificate that nobody trusts. */
  readonly secure?: boolean
  /** Addresses that are refused. */
  readonly refuses?: string
}

export async function startSmtpSink(options: SinkOptions = {}): Promise<SmtpSink> {
  const { login, secure = false, refuses } = options
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    secure,
    authOptional: login === undefined,
    disabledCommands: secure ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(new Error('wrong account')),
    onRcptTo: ({ address }, _session, done) =>
      address === refuses ? done(new Error('no such mailbox')) : done(),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ from, to, raw, text: textPart(raw), subject: subjectOf(raw) })
        done()
      })
    },
  })
  // A client that hangs up is no failure of the sink.
  server.on('error', () => {})
  const { promise, resolve } = Promise.withResolvers<void>()
  const listening = server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = listening.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    mails,
    async mail(count = 1) {
      await waitUntil(`${count} mails`, () => mails.length >= count)
      const newest = mails.at(-1)
      if (newest === undefined) throw new Error('no mail')
      return newest
    },
    options: {
      SMTPServer: '127.0.0.1',
      SMTPPort: port,
      SMTPAccount: 'gateway@example.com',
      ...(login === undefined ? {} : { SMTPAccount: login.user, SMTPToken: login.pass }),
      SMTPFrom: 'gateway@example.com',
      SMTPSSLEnabled: secure,
    },
    [Symbol.asyncDispose]: () => new Promise((done) => server.close(() => done())),
  }
}

function textPart(raw: string): string {
  const part = raw.split(/\r?\n--/).find((each) => /content-type: text\/plain/i.test(each)) ?? raw
  const [head = '', ...rest] = part.split(/\r?\n\r?\n/)
  const body = rest.join('\n\n')
  const encoding = /content-transfer-encoding: (\S+)/i.exec(head)?.[1]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? quotedPrintable(body) : body
}

function quotedPrintable(body: string): string {
  const joined = body.replace(/=\r?\n/g, '')
  const bytes = joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function subjectOf(raw: string): string {
  const line = /^subject: (.*(?:\r?\n[ \t].*)*)/im.exec(raw)?.[1] ?? ''
  return line
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?(b|q)\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quotedPrintable(text.replaceAll('_', ' ')),
    )
}
