/** A certified OpenID Connect provider, with its own pages and keys. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ClientMetadata, Provider } from 'oidc-provider'

export const CLIENT = { client_id: 'gw', client_secret: 'a secret of the client' }

export interface CertifiedProvider {
  readonly url: string
  readonly wellKnown: string
  [Symbol.asyncDispose](): Promise<void>
}

export interface ProviderOptions extends Partial<ClientMetadata> {
  /** What it says of somebody at the moment. */
  readonly groupsOf?: (id: string) => unknown
}

export async function startCertifiedProvider({
  groupsOf = () => [],
  ...client
}: ProviderOptions): Promise<CertifiedProvider> {
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(url, {
    clients: [{ ...CLIENT, ...client }],
    features: { backchannelLogout: { enabled: true } },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'roles'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: 'Ann',
        roles: groupsOf(id),
        preferred_username: id,
        email: `${id}@example.com`,
        email_verified: true,
      }),
    }),
  })
  const handle = provider.callback()
  return {
    url,
    wellKnown: `${url}/.well-known/openid-configuration`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
