UPDATE merchants SET whitelist_ends_at = '2126-01-02', withdrawal_addresses =
  '[{"chainCode":"local","address":"0x00000000000000000000000000000000000000aa","label":"bank","effectiveAtMs":1767225600000}]'
  WHERE merchant_id = 'mer_00000000000000000000000002';
