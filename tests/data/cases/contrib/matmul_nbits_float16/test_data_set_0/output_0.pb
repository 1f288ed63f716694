
JâJ¤¬ÐPÐYJÂQ¶¸‚QFÑO