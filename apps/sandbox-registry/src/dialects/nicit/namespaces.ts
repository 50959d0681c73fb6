export const EXT_EPP = 'http://www.nic.it/ITNIC-EPP/extepp-2.0'
export const EXT_CON = 'http://www.nic.it/ITNIC-EPP/extcon-1.0'
export const EXT_DOM = 'http://www.nic.it/ITNIC-EPP/extdom-2.0'
export const EXT_SEC_DNS = 'http://www.nic.it/ITNIC-EPP/extsecDNS-1.0'
