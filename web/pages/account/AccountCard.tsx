import type { ReactNode } from 'react'
import { Brand } from '../../app/Brand'
import { useSite } from '../../app/site'
import './account.css'

interface AccountCardProps {
  readonly title: string
  readonly children: ReactNode
  /** Ways to the neighbouring pages, below the card. */
  readonly links?: ReactNode
}

/** The frame of the doors to the house: one card in the middle of the page. */
export function AccountCard({ title, children, links }: AccountCardProps) {
  const { logo } = useSite()
  return (
    <div className="account">
      <div className="account-brand">
        <Brand logo={logo} />
      </div>
      <h1>{title}</h1>
      <div className="account-card">{children}</div>
      {links !== undefined && <p className="account-links">{links}</p>}
    </div>
  )
}
