import { SearchIcon } from '@primer/octicons-react'
import { LinkButton } from '@primer/react'
import { Link } from 'wouter'
import { useText } from '../../app/language'
import { Blank } from './Blank'
import { TabTitle } from './TabTitle'

export function NotFound() {
  const { text } = useText()
  const title = text('failure.not_found')
  return (
    <Blank isPage icon={SearchIcon} title={title} message={text('failure.not_found_text')}>
      <TabTitle title={title} />
      <LinkButton as={Link} href="/">
        {text('failure.go_home')}
      </LinkButton>
    </Blank>
  )
}
