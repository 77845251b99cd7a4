import { KeyIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { type ReactNode, useState } from 'react'
import { Blank } from '../../components/Blank'
import { TextLink } from '../../components/TextLink'
import { useText } from '../../language'
import { readStoredJson, store } from '../../storage'

interface ChatConsentProps {
  readonly title: string
  /** Where the key goes. */
  readonly href: string
  /** Name of the token whose key it is. */
  readonly token: string
  /** What is shown once the person has agreed. */
  readonly children: ReactNode
}

const STORED_AS = 'chat-hosts'

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

/** Asks before a key is handed to a host that this browser has not handed one to. */
export function ChatConsent({ title, href, token, children }: ChatConsentProps) {
  const { text } = useText()
  const { host, origin } = new URL(href)
  const [agreed, agree] = useState<readonly string[]>(readStoredJson(STORED_AS, isNames) ?? [])
  if (origin === location.origin || agreed.includes(host)) return children
  const hosts = [...agreed, host]
  return (
    <Blank
      isPage
      icon={KeyIcon}
      title={text('chat.consent', { title })}
      message={text('chat.consent_text', { host, name: token })}
    >
      <Button
        variant="primary"
        onClick={() => {
          store(STORED_AS, JSON.stringify(hosts))
          agree(hosts)
        }}
      >
        {text('chat.consent_agree', { host })}
      </Button>
      <TextLink to="/token">{text('chat.consent_other')}</TextLink>
    </Blank>
  )
}
