/**
 * A stand-in for GitHub, LinuxDO and an OpenID Connect provider: authorization codes that work
 * once, client authentication, proof keys, bearer tokens, and their own ways of refusing.
 */
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'

export type Json = Readonly<Record<string, unknown>>

export interface Person {
  /** What the provider tells about who signs in. */
  readonly profile: Json
  /** GitHub's list of addresses; 404 when absent. */
  readonly emails?: readonly Json[]
  /** Claims that replace those of a well-made id_token. */
  readonly claims?: Json
  /** How its id_token is signed, instead of by the key that is published. */
  readonly signature?: 'none' | 'another key' | 'the secret'
}

export interface IdentityProvider {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** A person agrees in the browser; `link` is where the gateway sent it. */
  authorize(person: Person, link?: string): string
  /** What the token endpoint was sent, in order. */
  readonly exchanges: readonly Json[]
  /** A logout token; `claims` replace those of a well-made one. */
  logoutToken(claims: Json, signature?: Person['signature']): Promise<string>
  /** Makes every further call fail in this way. */
  breakDown(how: 'status 500' | 'no json' | 'too long'): void
  /** Signs with a new key from now on, and publishes no other. */
  rotateKey(): void
  [Symbol.asyncDispose](): Promise<void>
}

interface Grant {
  readonly person: Person
  readonly challenge: string | null
  readonly nonce: string | null
  readonly redirect: string | null
}

const CLIENT_ID = 'client-1'
const CLIENT_SECRET = 'secret-1'

/** What the provider remembers. */
interface Memory {
  readonly codes: Map<string, Grant>
  readonly tokens: Map<string, Person>
  readonly exchanges: Json[]
  broken: string
  made: number
  key: SigningKey
}

interface SigningKey {
  readonly id: string
  readonly pair: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
}

export function startIdentityProvider(): IdentityProvider {
  const memory: Memory = {
    codes: new Map(),
    tokens: new Map(),
    exchanges: [],
    broken: '',
    made: 0,
    key: newKey(),
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => failure(memory.broken) ?? answer(memory, request),
  })
  return {
    url: server.url.origin,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    exchanges: memory.exchanges,
    authorize(person, link) {
      memory.made += 1
      const code = `code-${memory.made}`
      const query = link === undefined ? new URLSearchParams() : new URL(link).searchParams
      memory.codes.set(code, {
        person,
        challenge: query.get('code_challenge'),
        nonce: query.get('nonce'),
        redirect: query.get('redirect_uri'),
      })
      return code
    },
    rotateKey() {
      memory.key = newKey()
    },
    logoutToken: (claims, signature) =>
      idToken(memory.key, signature, {
        iss: server.url.origin,
        aud: CLIENT_ID,
        iat: Math.floor(Date.now() / 1000),
        jti: 'one',
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      }),
    breakDown(how) {
      memory.broken = how
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

function failure(how: string): Response | undefined {
  if (how === 'status 500') return new Response('oops', { status: 500 })
  if (how === 'no json') return new Response('<html>maintenance</html>')
  return how === 'too long' ? new Response(`"${'x'.repeat(400_000)}"`) : undefined
}

async function answer(memory: Memory, request: Request): Promise<Response> {
  const { pathname, origin } = new URL(request.url)
  const bearer = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '')
  const person = memory.tokens.get(bearer)
  switch (pathname) {
    case '/login/oauth/access_token':
      // GitHub refuses with status 200.
      return await exchange(memory, request, 200)
    case '/oauth2/token':
    case '/oidc/token':
      return await exchange(memory, request, 400)
    case '/user':
    case '/api/user':
    case '/oidc/userinfo':
      return person === undefined
        ? Response.json({ message: 'Bad credentials' }, { status: 401 })
        : Response.json(person.profile)
    case '/user/emails':
      return person?.emails === undefined
        ? Response.json({ message: 'Not Found' }, { status: 404 })
        : Response.json(person.emails)
    case '/.well-known/openid-configuration':
      return Response.json({
        issuer: origin,
        authorization_endpoint: `${origin}/oidc/authorize`,
        token_endpoint: `${origin}/oidc/token`,
        userinfo_endpoint: `${origin}/oidc/userinfo`,
        jwks_uri: `${origin}/oidc/keys`,
        end_session_endpoint: `${origin}/oidc/logout`,
      })
    case '/oidc/keys':
      return Response.json({ keys: [published(memory.key)] })
    default:
      return new Response('not found', { status: 404 })
  }
}

async function exchange(memory: Memory, request: Request, status: number): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  memory.exchanges.push(Object.fromEntries(form))
  const refuse = (error: string) => Response.json({ error }, { status })
  const basic = `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`
  if (request.headers.get('authorization') !== basic) return refuse('invalid_client')
  const code = form.get('code') ?? ''
  const grant = memory.codes.get(code)
  memory.codes.delete(code)
  if (grant === undefined || !matches(grant, form)) return refuse('invalid_grant')
  memory.made += 1
  const token = `token-${memory.made}`
  memory.tokens.set(token, grant.person)
  const { signature } = grant.person
  const id_token = await idToken(memory.key, signature, {
    iss: new URL(request.url).origin,
    aud: CLIENT_ID,
    sub: grant.person.profile.sub,
    exp: Math.floor(Date.now() / 1000) + 300,
    ...(grant.nonce === null ? {} : { nonce: grant.nonce }),
    ...grant.person.claims,
  })
  return Response.json({ access_token: token, token_type: 'bearer', id_token })
}

function matches(grant: Grant, form: URLSearchParams): boolean {
  const verifier = form.get('code_verifier')
  const challenge = verifier === null ? null : s256(verifier)
  return (
    form.get('grant_type') === 'authorization_code' &&
    challenge === grant.challenge &&
    (grant.redirect === null || form.get('redirect_uri') === grant.redirect)
  )
}

function s256(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

let keysMade = 0

function newKey(): SigningKey {
  keysMade += 1
  return { id: `key-${keysMade}`, pair: generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}

function published({ id, pair }: SigningKey): Json {
  return { ...pair.publicKey.export({ format: 'jwk' }), kid: id, alg: 'RS256', use: 'sig' }
}

async function idToken(
  key: SigningKey,
  signature: Person['signature'],
  claims: Json,
): Promise<string> {
  if (signature === 'none') return new UnsecuredJWT({ ...claims }).encode()
  if (signature === 'the secret') {
    const secret = new TextEncoder().encode(CLIENT_SECRET)
    return await new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(secret)
  }
  const { pair } = signature === 'another key' ? newKey() : key
  return await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.id })
    .sign(pair.privateKey)
}
