const it = (name: string) => `http://www.nic.it/ITNIC-EPP/${name}`

export const EXT_EPP = it('extepp-2.0')
export const EXT_CON = it('extcon-1.0')
export const EXT_DOM = it('extdom-2.0')
export const EXT_SEC_DNS = it('extsecDNS-1.0')
