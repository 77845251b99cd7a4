import { InboxIcon } from '@primer/octicons-react'
import { LinkButton } from '@primer/react'
import { Link } from 'wouter'
import { useText } from '../../app/language'
import { Blank } from './Blank'
import { TabTitle } from './TabTitle'

/** Where all of its kind are. */
const LISTS = {
  channel: '/channel',
  code: '/redemption',
  model: '/model',
  order: '/order',
  session: '/sessions',
  token: '/token',
  user: '/user',
} as const

type SubjectName = keyof typeof LISTS

export interface NoSuchProps {
  readonly kind: SubjectName
  readonly id: string
}

/** In place of a page about what is not there, with the way to what is. */
export function NoSuch({ kind, id }: NoSuchProps) {
  const { text } = useText()
  const title = text(`failure.no_such_${kind}`, { id })
  return (
    <Blank isPage icon={InboxIcon} title={title}>
      <TabTitle title={title} />
      <LinkButton as={Link} href={LISTS[kind]}>
        {text(`failure.all_${kind}`)}
      </LinkButton>
    </Blank>
  )
}
