import { TelescopeIcon } from '@primer/octicons-react'
import { LinkButton } from '@primer/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Blank } from './Blank'

export function NotFound() {
  const { text } = useText()
  const { system_name } = useSite()
  const title = text('failure.not_found')
  useEffect(() => {
    document.title = `${title} · ${system_name}`
  }, [title, system_name])
  return (
    <Blank isPage icon={TelescopeIcon} title={title} message={text('failure.not_found_text')}>
      <LinkButton as={Link} href="/">
        {text('failure.go_home')}
      </LinkButton>
    </Blank>
  )
}
